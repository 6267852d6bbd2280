interface Segment {
  text: string
  hit: boolean
}

interface Span {
  start: number | null
  end: number | null
}

/** A text split where evidence begins and ends (UTF-16 offsets); overlapping evidence forms one piece. */
export function segmentsOf(text: string, evidence: readonly Span[]): Segment[] {
  const spans = evidence
    .flatMap(({ start, end }) => (start === null || end === null || end <= start ? [] : [{ start, end }]))
    .toSorted((one, other) => one.start - other.start)
  const segments: Segment[] = []
  let at = 0
  const take = (end: number, hit: boolean) => {
    if (end <= at) return
    const last = segments.at(-1)
    if (last?.hit === hit) last.text += text.slice(at, end)
    else segments.push({ text: text.slice(at, end), hit })
    at = end
  }
  for (const { start, end } of spans) {
    take(Math.min(start, text.length), false)
    take(Math.min(end, text.length), true)
  }
  take(text.length, false)
  return segments
}
