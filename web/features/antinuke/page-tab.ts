import type { LinkProps } from '@tanstack/react-router'

/**
 * A page beside the settings, with a URL of its own: the default export of `web/features/antinuke/<folder>/tab.ts`. Its
 * page renders `<AntinukeTabs>` itself.
 */
export interface PageTab {
  to: NonNullable<LinkProps['to']>
  label: string
  /** Its position in the row of tabs. */
  order: number
}
