"""Times pinocchio and coal on the questions of bench/robots: python bench/peers/robots.py DIR [ROBOT]...

DIR holds the folder `robots` of the package `example-robot-data`. `pip install pin example-robot-data numpy`.

For each robot: forward kinematics and all distances, of which a caller takes the least; and the first collision.
"""

import sys
import time

import numpy as np
import pinocchio as pin

ROBOTS = {
    "panda": ("panda_description/urdf/panda.urdf", "panda_description/srdf/panda.srdf"),
    "xarm7": ("xarm_description/urdf/xarm7.urdf", "xarm_description/srdf/xarm7.srdf"),
    "ur5": ("ur_description/urdf/ur5_robot.urdf", "ur_description/srdf/ur5.srdf"),
    "a1": ("a1_description/urdf/a1.urdf", "a1_description/srdf/a1.srdf"),
    "go1": ("go1_description/urdf/go1.urdf", "go1_description/srdf/go1.srdf"),
    "talos": ("talos_data/robots/talos_reduced.urdf", "talos_data/srdf/talos.srdf"),
    "romeo": ("romeo_description/urdf/romeo.urdf", "romeo_description/srdf/romeo.srdf"),
}
ROWS = 300


def load(folder, name):
    urdf, srdf = (f"{folder}/robots/{path}" for path in ROBOTS[name])
    model = pin.buildModelFromUrdf(urdf)
    geometry = pin.buildGeomFromUrdf(model, urdf, pin.GeometryType.COLLISION, [folder + "/..", folder + "/robots"])
    geometry.addAllCollisionPairs()
    pin.removeCollisionPairs(model, geometry, srdf)
    return model, geometry


def told(name, what, times):
    times = np.array(times) * 1e6
    print(f"{name:12} {what:34} {len(times):5} x  median {np.median(times):9.2f} us  mean {times.mean():9.2f} us  most {times.max():9.1f} us")


def main():
    folder, *names = sys.argv[1:]
    for name in names or ROBOTS:
        model, geometry = load(folder, name)
        data, objects = model.createData(), pin.GeometryData(geometry)
        rng = np.random.default_rng(5)
        low = np.maximum(model.lowerPositionLimit, -3.14)
        high = np.minimum(model.upperPositionLimit, 3.14)
        rows = [low + (high - low) * rng.random(model.nq) for _ in range(ROWS)]
        print(f"{name:12} {len(geometry.collisionPairs)} pairs")
        for what, ask in (
            ("least of all distances", lambda q: pin.computeDistances(model, data, geometry, objects, q)),
            ("first collision", lambda q: pin.computeCollisions(model, data, geometry, objects, q, True)),
        ):
            times = []
            for q in rows[: 30 if what.startswith("least") else ROWS]:
                begun = time.thread_time()
                ask(q)
                times.append(time.thread_time() - begun)
            told(name, what, times)


if __name__ == "__main__":
    main()
