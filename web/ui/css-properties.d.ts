import 'react'

declare module 'react' {
  /** Custom properties may be set through a style prop. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
