import { constants, createDeflate, createZstdCompress, deflateSync } from 'node:zlib'
import type { Line } from './in-transit.ts'
import type { Wire } from './session.ts'

/** A connection's `compress` parameter. */
export type Compression = 'zlib-stream' | 'zstd-stream'

export const isCompression = (name: string): name is Compression => name === 'zlib-stream' || name === 'zstd-stream'

/**
 * The size (bytes) from which payloads are compressed for a client that identified with `compress`. Discord publishes
 * no figure.
 */
const largePayload = 8192

/** How frames travel: as text, or as the output of one compressor that lives as long as the connection. */
export interface Transport extends Wire {
  /** Frees the compressor. */
  end(): void
}

export function openTransport(line: Line, compression: Compression | undefined): Transport {
  return compression ? compressed(line, compression) : plain(line)
}

function plain(line: Line): Transport {
  let packsLarge = false
  return {
    send: text => line.send(packsLarge && Buffer.byteLength(text) >= largePayload ? deflateSync(text) : text),
    packLarge() {
      packsLarge = true
    },
    close: (code, reason) => line.close(code, reason),
    end: () => undefined,
  }
}

/** Each payload is flushed on its own, so that it is one message of the socket. Source: Discord's documentation, "Gateway". */
function compressed(line: Line, compression: Compression): Transport {
  const isZlib = compression === 'zlib-stream'
  const stream = isZlib ? createDeflate() : createZstdCompress()
  const flush = isZlib ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
  let parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  stream.on('error', () => line.terminate())
  return {
    send(text) {
      stream.write(text)
      stream.flush(flush, () => {
        const message = Buffer.concat(parts)
        parts = []
        line.send(message)
      })
    },
    // Only for connections without compression of their own.
    packLarge: () => undefined,
    // Only after the payloads that are still being compressed.
    close: (code, reason) => stream.flush(flush, () => line.close(code, reason)),
    end: () => stream.close(),
  }
}
