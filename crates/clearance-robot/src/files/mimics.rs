//! Limits of joints that follow others, as limits of those that lead.
//!
//! A joint that follows has the value factor · x + offset, where x is that of the joint at the end of its chain. Its own
//! limits hold while x is between (limit − offset) / factor at both ends. The quotients are rounded to the nearest float,
//! and claims are about these.

use crate::description::{Joint, JointKind};

/// Cuts the ranges of the joints that lead to those in which their followers are within their own limits.
///
/// # Errors
/// A sentence, if a range is empty then.
pub(super) fn cut(joints: &mut [Joint]) -> Result<(), String> {
    for follower in 0..joints.len() {
        let Some(own) = joints[follower].limits else { continue };
        let Some((leader, [factor, offset])) = leader(joints, follower) else { continue };
        if factor == 0.0 || !joints[leader].kind.has_one_coordinate() {
            continue;
        }
        let [a, b] = own.map(|limit| (limit - offset) / factor);
        let (low, high) = (a.min(b), a.max(b));
        if !(low.is_finite() && high.is_finite()) {
            continue;
        }
        let led = &mut joints[leader];
        let [least, most] = led.limits.filter(|_| led.kind != JointKind::Continuous).unwrap_or([low, high]);
        let range = [least.max(low), most.min(high)];
        if !(range[0] <= range[1]) {
            let names = (&joints[follower].name, &joints[leader].name);
            return Err(format!(
                "joint {}: its limits allow {low} to {high} of {}, which has {least} to {most}: no value is left",
                names.0, names.1
            ));
        }
        led.limits = Some(range);
        // A joint that turned by any angle has ends now.
        if led.kind == JointKind::Continuous {
            led.kind = JointKind::Revolute;
        }
    }
    Ok(())
}

/// The joint at the end of the chain that a joint follows, and the factor and the offset by which it follows. `None`: it
/// follows none, or itself.
pub(super) fn leader(joints: &[Joint], follower: usize) -> Option<(usize, [f64; 2])> {
    let (mut at, mut factor, mut offset) = (follower, 1.0, 0.0);
    for _ in 0..joints.len() {
        let Some(mimic) = &joints[at].mimic else { return (at != follower).then_some((at, [factor, offset])) };
        at = mimic.joint.filter(|&next| next < joints.len())?;
        offset += factor * mimic.offset;
        factor *= mimic.multiplier;
    }
    None
}
