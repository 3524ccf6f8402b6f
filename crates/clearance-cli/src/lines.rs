//! The lines of a stream in chunks. Many threads can work on them in constant memory.

use std::io::{self, Read};

/// How much is read at a time. Larger: some threads wait for work. Smaller: the hand-over of chunks costs time.
const CHUNK: usize = 1 << 18;

/// The longest line that is read, 256 MiB. A longer line gets an error as its answer, so memory stays bounded.
pub const LONGEST_LINE: usize = 1 << 28;

/// How much of a line that is too long is kept. Its `id` is searched in this part.
const BEGINNING: usize = 1 << 12;

/// Some whole lines.
pub struct Chunk {
    /// Counted from 0.
    pub sequence: u64,
    /// The number of the first line, counted from 1.
    pub first_line: u64,
    /// The lines. Each has its line end; the last line of the stream may have none.
    pub content: Content,
    /// Bytes of the stream up to the end of this chunk.
    pub position: u64,
}

/// What a chunk holds.
pub enum Content {
    /// Lines.
    Lines(Vec<u8>),
    /// The beginning of one line of more than [`LONGEST_LINE`] bytes; the rest is left out.
    TooLong(Vec<u8>),
}

/// Cuts a stream into chunks at line ends.
///
/// A chunk ends at the last line end that has arrived. So a slow producer gets each answer without delay.
pub struct Chunks<R> {
    reader: R,
    /// The beginning of the next line.
    rest: Vec<u8>,
    sequence: u64,
    line: u64,
    position: u64,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    /// The chunks of `reader` from its first byte.
    pub fn new(reader: R) -> Self {
        Self { reader, rest: Vec::new(), sequence: 0, line: 1, position: 0, ended: false }
    }

    /// The next chunk, `None` at the end.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let mut buffer = std::mem::take(&mut self.rest);
        let mut searched = 0;
        loop {
            if let Some(end) = buffer[searched..].iter().rposition(|&byte| byte == b'\n') {
                self.rest = buffer.split_off(searched + end + 1);
                return Ok(Some(self.chunk(Content::Lines(buffer))));
            }
            if self.ended {
                return Ok((!buffer.is_empty()).then(|| self.chunk(Content::Lines(buffer))));
            }
            if buffer.len() > LONGEST_LINE {
                let beginning = buffer[..BEGINNING].to_vec();
                self.skip_line(buffer)?;
                return Ok(Some(self.chunk(Content::TooLong(beginning))));
            }
            searched = buffer.len();
            self.read_into(&mut buffer)?;
        }
    }

    /// Appends what one read brings; notes the end of the stream.
    fn read_into(&mut self, buffer: &mut Vec<u8>) -> io::Result<()> {
        let start = buffer.len();
        buffer.resize(start + CHUNK, 0);
        let count = loop {
            match self.reader.read(&mut buffer[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        buffer.truncate(start + count);
        self.position += count as u64;
        self.ended = count == 0;
        Ok(())
    }

    /// Reads to the end of the line that begins in `buffer`, and keeps what follows.
    fn skip_line(&mut self, mut buffer: Vec<u8>) -> io::Result<()> {
        while !self.ended {
            buffer.clear();
            self.read_into(&mut buffer)?;
            if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
                buffer.drain(..=end);
                self.rest = buffer;
                break;
            }
        }
        Ok(())
    }

    fn chunk(&mut self, content: Content) -> Chunk {
        let lines = match &content {
            Content::Lines(bytes) => bytes.iter().filter(|&&byte| byte == b'\n').count() as u64,
            Content::TooLong(_) => 1,
        };
        let chunk = Chunk { sequence: self.sequence, first_line: self.line, content, position: self.position };
        self.sequence += 1;
        self.line += lines;
        chunk
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte more at every read.
    struct Trickle<'a>(&'a [u8], usize);
    impl Read for Trickle<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            let count = self.1.min(out.len()).min(self.0.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn chunks_are_whole_lines_whatever_the_reads_bring() {
        let text = b"one\n\ntwo three\r\nfour\nno end";
        let mut chunks = Chunks::new(Trickle(text, 0));
        let (mut all, mut line) = (Vec::new(), 1);
        while let Some(chunk) = chunks.next_chunk().unwrap() {
            let Content::Lines(bytes) = chunk.content else { panic!("no line is too long") };
            assert_eq!(chunk.first_line, line);
            line += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            all.extend(bytes);
            assert!(chunk.position as usize >= all.len());
            assert!(all.ends_with(b"\n") || all.len() == text.len());
        }
        assert_eq!(all, text);
    }

    #[test]
    fn a_line_without_end_is_skipped_in_bounded_memory() {
        let endless = io::repeat(b'x').take(LONGEST_LINE as u64 * 2);
        let mut chunks = Chunks::new(endless.chain(&b"\nnext\n"[..]));
        let first = chunks.next_chunk().unwrap().unwrap();
        assert!(matches!(first.content, Content::TooLong(_)));
        let second = chunks.next_chunk().unwrap().unwrap();
        assert_eq!(second.first_line, 2);
        assert!(matches!(second.content, Content::Lines(bytes) if bytes == b"next\n"));
        assert!(chunks.next_chunk().unwrap().is_none());
    }
}
