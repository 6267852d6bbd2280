import 'react'

declare module 'react' {
  /** Allows custom properties in a style prop. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined
  }
}
