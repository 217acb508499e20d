//! Values of closed sets in rows.

/// Stores each value of a closed set under a number, so that neither the order of the values nor their names on
/// the wire decide what is on disk. Numbers are stored for ever: never change or reuse one.
macro_rules! stored_codes {
    ($Type:ident { $($Value:ident = $number:literal),* $(,)? }) => {
        impl bincode::Encode for $Type {
            fn encode<E: bincode::enc::Encoder>(
                &self,
                encoder: &mut E,
            ) -> Result<(), bincode::error::EncodeError> {
                let number: u32 = match self {
                    $(Self::$Value => $number,)*
                };
                number.encode(encoder)
            }
        }

        impl<Context> bincode::Decode<Context> for $Type {
            fn decode<D: bincode::de::Decoder<Context = Context>>(
                decoder: &mut D,
            ) -> Result<Self, bincode::error::DecodeError> {
                match u32::decode(decoder)? {
                    $($number => Ok(Self::$Value),)*
                    number => Err(bincode::error::DecodeError::OtherString(format!(
                        concat!("{} is no stored ", stringify!($Type)),
                        number
                    ))),
                }
            }
        }

        bincode::impl_borrow_decode!($Type);
    };
}

pub(crate) use stored_codes;
