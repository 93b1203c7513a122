//! Numbers in bytes: small ones take one byte, and whatever is read is checked.

/// The number of bits of a number in each byte.
const BITS: u32 = 7;
/// Set in each byte of a number except the last one.
const MORE: u8 = 1 << BITS;

/// A hash of these bytes that is the same everywhere (FNV-1a, Fowler, Noll and Vo). It differs
/// whenever a single byte does.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Appends a number, seven bits a byte, the lowest first.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= u64::from(MORE) {
        bytes.push(number as u8 | MORE);
        number >>= BITS;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative, so that those near 0 are short.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, ((number << 1) ^ (number >> 63)) as u64);
}

/// Reads numbers from bytes. Each method returns `None` if the bytes end too early or hold no such
/// number.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl Reader<'_> {
    /// A single byte.
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// A number of eight bytes, the lowest first.
    pub(super) fn word(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*first))
    }

    /// A finite floating-point number of eight bytes.
    pub(super) fn float(&mut self) -> Option<f64> {
        self.word().map(f64::from_bits).filter(|number| number.is_finite())
    }

    /// A finite floating-point number of four bytes.
    pub(super) fn short_float(&mut self) -> Option<f32> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f32::from_le_bytes(*first)).filter(|number| number.is_finite())
    }

    /// A number written by [`put`].
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(BITS as usize) {
            let byte = self.byte()?;
            let part = u64::from(byte & (MORE - 1));
            // The last byte holds a single bit.
            if part << shift >> shift != part {
                return None;
            }
            number |= part << shift;
            if byte & MORE == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A number written by [`put`] that is at most `most`.
    pub(super) fn number_to(&mut self, most: u64) -> Option<u64> {
        self.number().filter(|&number| number <= most)
    }

    /// A number written by [`put_signed`].
    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [u64; 8] = [0, 1, 127, 128, 300, 1 << 40, u64::MAX - 1, u64::MAX];

    #[test]
    fn numbers_survive_and_small_ones_are_short() {
        let mut bytes = Vec::new();
        for number in NUMBERS {
            put(&mut bytes, number);
            put_signed(&mut bytes, number as i64);
            put_signed(&mut bytes, (number as i64).wrapping_neg());
        }
        let mut reader = Reader(&bytes);
        for number in NUMBERS {
            assert_eq!(reader.number(), Some(number));
            assert_eq!(reader.signed(), Some(number as i64));
            assert_eq!(reader.signed(), Some((number as i64).wrapping_neg()));
        }
        assert_eq!(reader.byte(), None);
        for (number, length) in [(0, 1), (-64, 1), (63, 1), (64, 2), (-8192, 2)] {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, number);
            assert_eq!(bytes.len(), length, "{number}");
        }
    }

    #[test]
    fn numbers_that_end_too_early_or_never_are_refused() {
        assert_eq!(Reader(&[0x80]).number(), None);
        assert_eq!(Reader(&[0xff; 9]).number(), None);
        assert_eq!(Reader(&[0xff; 11]).number(), None, "more than 64 bits");
        let mut too_large = [0xff; 10];
        too_large[9] = 2;
        assert_eq!(Reader(&too_large).number(), None, "more than 64 bits");
        assert_eq!(Reader(&[1; 7]).word(), None);
        assert_eq!(Reader(&f64::NAN.to_bits().to_le_bytes()).float(), None);
        assert_eq!(Reader(&[9]).number_to(8), None);
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
