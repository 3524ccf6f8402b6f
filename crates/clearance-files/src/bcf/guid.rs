//! Identities that are functions of names: UUIDs of version 5 (RFC 9562, 5.5), by SHA-1 (RFC 3174).

use std::fmt;

/// An identity of 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guid([u8; 16]);

/// The space of names of this program. It was drawn once, and stays.
pub const NAMESPACE: Guid = Guid(*b"\x6f\x1d\x3f\x8e\x4f\x0b\x5d\x0a\x9c\x55\x1d\x1b\x7a\x7b\x4c\x11");

impl Guid {
    /// The identity of a name in a space of names. Other parts make another name, whatever characters are in them.
    pub fn of_name(space: Self, parts: &[&str]) -> Self {
        let mut bytes = space.0.to_vec();
        for (place, part) in parts.iter().enumerate() {
            // A line feed ends a part, so one within a part is doubled by its escape.
            if place > 0 {
                bytes.push(b'\n');
            }
            bytes.extend_from_slice(part.replace('\\', "\\\\").replace('\n', "\\n").as_bytes());
        }
        let mut own = [0; 16];
        own.copy_from_slice(&sha1(&bytes)[..16]);
        own[6] = own[6] & 0x0f | 0x50;
        own[8] = own[8] & 0x3f | 0x80;
        Self(own)
    }

    /// The identity that a text means, in either case.
    pub fn parse(text: &str) -> Option<Self> {
        let groups: Vec<&str> = text.trim().split('-').collect();
        let is_formed = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]);
        let digits = groups.concat();
        if !is_formed || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let mut own = [0; 16];
        for (place, byte) in own.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * place..2 * place + 2], 16).ok()?;
        }
        Some(Self(own))
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, byte) in self.0.iter().enumerate() {
            let dash = if [4, 6, 8, 10].contains(&place) { "-" } else { "" };
            write!(f, "{dash}{byte:02x}")?;
        }
        Ok(())
    }
}

/// The SHA-1 of some bytes. It names things here, and protects nothing.
fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - bytes.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(8 * bytes.len() as u64).to_be_bytes());
    let mut state = [0x6745_2301u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    for block in padded.chunks_exact(64) {
        let mut words = [0u32; 80];
        for (word, four) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([four[0], four[1], four[2], four[3]]);
        }
        for place in 16..80 {
            let mixed = words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16];
            words[place] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (place, word) in words.into_iter().enumerate() {
            let (mixed, constant) = match place {
                0..20 => ((b & c) | (!b & d), 0x5a82_7999),
                20..40 => (b ^ c ^ d, 0x6ed9_eba1),
                40..60 => ((b & c) | (b & d) | (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6u32),
            };
            let next = a.rotate_left(5).wrapping_add(mixed).wrapping_add(e).wrapping_add(constant).wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (own, more) in state.iter_mut().zip([a, b, c, d, e]) {
            *own = own.wrapping_add(more);
        }
    }
    let mut out = [0; 20];
    for (four, word) in out.chunks_exact_mut(4).zip(state) {
        four.copy_from_slice(&word.to_be_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_sums_and_names_of_the_standards_come_out() {
        // RFC 3174, 7.3.
        assert_eq!(hex(&sha1(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let long = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(&sha1(long)), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        assert_eq!(hex(&sha1(&[b'a'; 1000])), "291e9a6c66994949b57ba5e650361e98fc36b1ba");
        // RFC 9562, A.4: the name www.example.com in the space of DNS.
        let dns = Guid::parse("6ba7b810-9dad-11d1-80b4-00c04fd430c8").unwrap();
        assert_eq!(Guid::of_name(dns, &["www.example.com"]).to_string(), "2ed6657d-e927-568b-95e1-2665a8aea6a2");
        assert_eq!(Guid::parse("2ED6657D-E927-568B-95E1-2665A8AEA6A2"), Some(Guid::of_name(dns, &["www.example.com"])));
        assert_eq!(Guid::parse("2ed6657d-e927-568b-95e1-2665a8aea6a"), None);
        assert_ne!(Guid::of_name(dns, &["a", "b"]), Guid::of_name(dns, &["a\nb"]));
    }
}
