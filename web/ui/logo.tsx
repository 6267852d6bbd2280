import './logo.css'

/** The logo on a 32 px grid, as a path, so that it can have the text's color. */
const markPath =
  'M4 10.7 7.55 7.1l3.55 3.6v15.1L4 19.9zM12.45 6.6 16 3l3.55 3.6v20.2L16 29.8l-3.55-3zM20.9 10.7l3.55-3.6L28 10.7v9.2l-7.1 5.9z'

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={markPath} />
    </svg>
  )
}

/** The logo and the name, as in the header. */
export function Logo({ name = 'Palisade' }: { name?: string }) {
  return (
    <span className="logo">
      <Mark />
      <span>{name}</span>
    </span>
  )
}
