import type { LinkProps } from '@tanstack/react-router'

/**
 * A page beside the settings, with an address of its own: the default export of
 * `web/features/antinuke/<folder>/tab.ts`. Its page draws `<AntinukeTabs>` itself.
 */
export interface PageTab {
  to: NonNullable<LinkProps['to']>
  label: string
  /** Its place in the row. */
  order: number
}
