import type { CSSProperties } from 'react'

/** CSS custom properties for a `style`; React's type does not know them. */
export const variables = (values: Record<`--${string}`, string>): CSSProperties => ({ ...values })
