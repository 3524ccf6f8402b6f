"""Arrays in the memory of a device, with a false driver whose device is the processor.

The driver is looked for when a process asks first, so the checks run in a process of their own, with the driver in
LD_LIBRARY_PATH. They are in `device_checks.py`, which runs on a real device, too: bench/DEVICE.md.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = os.environ.get("CLEARANCE_FALSE_DRIVER")


@pytest.mark.skipif(FOLDER is None, reason="CLEARANCE_FALSE_DRIVER names no false driver: `cargo xtask test python` builds one")
def test_the_checks_of_devices_pass_with_the_false_driver():
    environment = {**os.environ, "LD_LIBRARY_PATH": FOLDER, "KERNELS_ON_CORES": f"{FOLDER}/libkernels_on_cores.so"}
    checks = Path(__file__).parent / "device_checks.py"
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", str(checks)]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert found.returncode == 0 and " passed" in found.stdout and "skipped" not in found.stdout, found.stdout + found.stderr
