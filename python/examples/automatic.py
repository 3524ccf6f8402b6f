"""The signed distance as a function that torch and jax can differentiate. Each part runs where its package is there.

Both take the translation of B and return the signed distance; their backward pass is `gradient`.
"""

import importlib.util
from typing import Any

import clearance as cl
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
A, B = cl.Cuboid([1, 1, 1]), cl.Capsule([0, 0, 0], [1, 2, 0], 0.25)


def value_and_slope(translation: Floats) -> tuple[float, Floats]:
    found = cl.gradient(A, B.at(translation=translation))
    return found.proximity.distance, np.asarray(found.b[:3], dtype=float)


def with_torch() -> Floats:
    import torch

    class Distance(torch.autograd.Function):  # type: ignore
        @staticmethod
        def forward(ctx: Any, translation: Any) -> Any:
            distance, slope = value_and_slope(translation.detach().numpy())
            ctx.save_for_backward(torch.as_tensor(slope))
            return translation.new_tensor(distance)

        @staticmethod
        def backward(ctx: Any, grown: Any) -> Any:
            return grown * ctx.saved_tensors[0]

    translation = torch.tensor([3.0, 1.0, 0.5], dtype=torch.float64, requires_grad=True)
    Distance.apply(translation).backward()
    return np.asarray(translation.grad)


def with_jax() -> Floats:
    import jax

    def forward(translation: Any) -> Any:
        shapes = (jax.ShapeDtypeStruct((), translation.dtype), jax.ShapeDtypeStruct((3,), translation.dtype))
        kind = translation.dtype

        def host(point: Any) -> Any:
            value, slope = value_and_slope(np.asarray(point, dtype=float))
            return np.asarray(value, kind), np.asarray(slope, kind)

        return jax.pure_callback(host, shapes, translation)

    distance: Any = jax.custom_vjp(lambda translation: forward(translation)[0])
    distance.defvjp(forward, lambda slope, grown: (grown * slope,))
    return np.asarray(jax.grad(distance)(jax.numpy.array([3.0, 1.0, 0.5])))


def main() -> None:
    expected = value_and_slope(np.array([3.0, 1.0, 0.5]))[1]
    for package, slope in (("torch", with_torch), ("jax", with_jax)):
        if importlib.util.find_spec(package) is None:
            print(f"{package} is not installed")
            continue
        assert np.allclose(slope(), expected, atol=1e-6)
        print(f"{package}: {expected}")


if __name__ == "__main__":
    main()
