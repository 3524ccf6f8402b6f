//! V-Clip and the hierarchy as oracles of the solver.
