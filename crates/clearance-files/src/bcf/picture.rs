//! Pictures as PNG (ISO/IEC 15948): eight bits a channel, no filter.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};

/// The picture as a PNG: red, green and blue of each pixel, row by row from the top.
///
/// # Panics
/// If the rows do not fill the picture.
pub fn png(width: u32, height: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
    assert_eq!(pixels.len(), width as usize * height as usize, "a pixel for each place");
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    // Eight bits, true colour; the only methods that there are; not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut bytes, b"IHDR", &header);
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in pixels.chunks_exact((width as usize).max(1)) {
        // Writing to memory does not fail.
        let _ = packed.write_all(&[0]).and_then(|()| packed.write_all(row.as_flattened()));
    }
    chunk(&mut bytes, b"IDAT", &packed.finish().unwrap_or_default());
    chunk(&mut bytes, b"IEND", &[]);
    bytes
}

fn chunk(bytes: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    bytes.extend((data.len() as u32).to_be_bytes());
    bytes.extend(name);
    bytes.extend(data);
    let mut crc = Crc::new();
    crc.update(name);
    crc.update(data);
    bytes.extend(crc.sum().to_be_bytes());
}
