import type { Category } from './measure.ts'

export interface Measure {
  name: string
  path(guildId: string): string
  /** Whether it is the owner of the demo's server who looks. */
  signedIn: boolean
  /** The least that each category must have. */
  target: number
  /** What is not held against it, with the reason. */
  except: Partial<Record<Category, string>>
}

const open = (name: string, path: string): Measure => ({
  name,
  path: () => path,
  signedIn: false,
  target: 95,
  except: {},
})

export const pages: readonly Measure[] = [
  open('Landing', '/'),
  open('Documentation', '/docs'),
  open('Features', '/features'),
  {
    name: 'Dashboard',
    path: guildId => `/manage/${guildId}/dashboard`,
    signedIn: true,
    target: 90,
    except: {
      seo: 'robots.txt keeps search engines out of a server’s own pages, which is what Lighthouse counts there.',
    },
  },
]
