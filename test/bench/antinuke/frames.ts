/**
 * Tracks where frames end in the bytes that a server sends over a WebSocket, so that others can be inserted in between.
 */
export interface FrameEnds {
  /** To be called with bytes that were passed on. */
  passed(piece: Uint8Array): void
  /** Whether the last of those bytes ended a frame. */
  isBetween(): boolean
}

/** The end of the handshake's response. */
const blankLine = Buffer.from('\r\n\r\n')

/** Source: RFC 6455, section 5.2. */
export function followFrames(): FrameEnds {
  let isOpen = false
  let head: number[] = []
  let left = 0

  /** The length of a payload; undefined until all bytes of the length field have arrived. */
  function lengthIn([, second = -1, ...more]: readonly number[]): number | undefined {
    const short = second & 127
    const bytes = short === 126 ? 2 : short === 127 ? 8 : 0
    if (second < 0 || more.length < bytes) return undefined
    return bytes === 0 ? short : more.reduce((sum, byte) => sum * 256 + byte, 0)
  }

  return {
    passed(piece) {
      let at = 0
      if (!isOpen) {
        const end = Buffer.from(piece).indexOf(blankLine)
        if (end === -1) return
        isOpen = true
        at = end + blankLine.length
      }
      while (at < piece.length) {
        if (left > 0) {
          const here = Math.min(left, piece.length - at)
          left -= here
          at += here
          continue
        }
        head.push(piece[at] ?? 0)
        at += 1
        const length = lengthIn(head)
        if (length === undefined) continue
        left = length
        head = []
      }
    },
    isBetween: () => isOpen && left === 0 && head.length === 0,
  }
}

/** A text message as a server sends it: one unmasked frame. */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  if (length > 0xff_ff) throw new Error('a message is shorter than that')
  const head = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), payload])
}
