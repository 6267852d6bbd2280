import { formatNumber } from '../numbers.ts'

/** How much of a limit is used: 'near' from 95 %. */
export function fullness(length: number, max: number): 'fine' | 'near' | 'over' {
  if (length > max) return 'over'
  return length >= max * 0.95 ? 'near' : 'fine'
}

/** `42 / 2,000`, counted in characters as Discord does (code points). */
export function Counter({ value, max }: { value: string; max: number }) {
  const length = [...value].length
  return (
    <span className="field-count" data-state={fullness(length, max)}>
      <span aria-hidden="true">
        {formatNumber(length)} / {formatNumber(max)}
      </span>
      <span className="visually-hidden">
        {formatNumber(length)} of {formatNumber(max)} characters
      </span>
    </span>
  )
}
