#!/bin/sh
# The checks and timings that need a GPU; bench/DEVICE.md says what they are. The exit code is 3 if there is no device.
cd "$(dirname "$0")/.." || exit 1
exec cargo run --quiet --release -p clearance-cuda --features clearance/simd --example device -- "$@"
