import type { Category } from './measure.ts'

export interface Measure {
  name: string
  path(guildId: string): string
  /** Whether the owner of the demo's server is signed in. */
  signedIn: boolean
  /** The minimum score in each category. */
  target: number
  /** Categories that may miss the target, with the reason. */
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
