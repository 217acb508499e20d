import { crc32, deflateSync } from "node:zlib";

/** A number as PNG writes it. */
function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A part of a PNG: its length, its kind with what it says, and a checksum over both. */
function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), body]);
  return Buffer.concat([number(body.length), named, number(crc32(named))]);
}

/** A square of one colour. */
export function png(side: number): Buffer {
  // Eight bits a colour, three colours.
  const header = Buffer.concat([number(side), number(side), Buffer.of(8, 2, 0, 0, 0)]);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, 0x7a)]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
