import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTicketDesk } from '../tickets.ts'
import { until } from '../until.ts'
import { createDesk, type Desk } from './desk.ts'
import { everythingOn } from './everything-on.ts'
import { pageFaults } from './page-faults.ts'
import { settled, turnTo } from './page-settled.ts'
import { routes } from './routes.ts'
import { smallTargets } from './small-targets.ts'

/**
 * Every link of every public page leads to a page with its content, both by default and with an operator's file that
 * changes everything. So does every link of a server's dashboard. Pages and links are found by following links.
 */
let desk: Desk
let page: Page
beforeAll(async () => {
  desk = await createDesk()
  page = await desk.open()
})
afterAll(() => desk.close())

const isPublic = (path: string) => !path.startsWith('/manage') && path !== '/no/such/page' && !path.includes('$')
const pages = routes().filter(isPublic)
/** Pages that redirect signed-out visitors to the login page; their links then count as links to that. */
const forSignedIn = new Set(['/selector', '/contact/messages'])
/** A page whose purpose is to say that something is missing. */
const soon = new Set(['/coming-soon'])
/** A page with less text has lost its content. */
const leastText = 120

const changed = {
  name: 'Tidewater Guard',
  supportUrl: 'https://discord.example/support',
  listingUrl: 'https://lists.example/guard',
  sourceUrl: 'https://git.example/guard',
  legal: { name: 'Tidewater Makers', address: '1 Quay, Lisbon', email: 'law@tide.example', law: 'Portuguese law' },
  team: [
    {
      name: 'W'.repeat(80),
      role: 'Operator of everything there is to operate',
      about: 'word '.repeat(79).trim(),
      skills: Array.from({ length: 12 }, (_, n) => `Skill number ${n}`),
      contributions: Array.from({ length: 8 }, (_, n) => `Contribution number ${n}`),
      links: [
        { label: 'Mail', url: `mailto:${'a'.repeat(60)}@tide.example` },
        { label: 'Site', url: `https://tide.example/${'path/'.repeat(40)}` },
      ],
      picture: 'nobody.png',
    },
    { name: '<b>x</b>', role: 'Role' },
    { name: 'Third', role: 'Role', example: true },
  ],
  quotes: [{ text: 'W'.repeat(400), by: 'A server owner' }],
  supportTimes: { email: 'a day or two', chat: 'an hour' },
  statements: { support: 'On weekdays.', uptime: 'We aim for 99 %.', gdpr: 'We answer.', soc2: 'We hold none.' },
  contact: { channelId: '123456789012345678' },
}

interface Seen {
  links: string[]
  faults: string[]
}

/** The links and faults of a page in its current state. */
const seenAt = (path: string, on = page): Promise<Seen> =>
  on.evaluate(
    ({ leastText, mayBeSoon }) => {
      const main = document.querySelector('main')
      const text = main?.innerText ?? ''
      const { hash } = location
      const faults = [
        ...(document.querySelectorAll('h1').length === 1 ? [] : ['not one heading']),
        ...(text.length < leastText && !mayBeSoon ? [`only ${text.length} characters`] : []),
        ...(text.includes('Coming Soon!!') && !mayBeSoon ? ['coming soon'] : []),
        ...(/This page does not exist|Something went wrong|undefined|\[object/.exec(text) ?? []),
        ...(document.getElementById('main') ? [] : ['nothing to skip to']),
        ...(hash === '' || document.getElementById(decodeURIComponent(hash.slice(1))) ? [] : [`nothing at ${hash}`]),
        ...(document.documentElement.scrollWidth > innerWidth ? ['scrolls sideways'] : []),
        ...[...document.querySelectorAll('a')].flatMap(link =>
          link.getAttribute('href') ? [] : [`a link without an address: ${link.textContent}`],
        ),
      ]
      const own = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
        ({ origin, hash: at }) => origin === location.origin && at !== '#main',
      )
      return { faults, links: own.map(({ pathname, search, hash: at }) => `${pathname}${search}${at}`) }
    },
    { leastText, mayBeSoon: soon.has(path) || path === '/login' },
  )

async function look(path: string, on = page): Promise<Seen> {
  await turnTo(on, desk.dashboard(path))
  return seenAt(path, on)
}

/**
 * Follows all links of the public pages. @param looked pages that need not be opened again
 * @returns every address, and all faults
 */
async function walk(looked: ReadonlyMap<string, Seen> = new Map()): Promise<{ seen: string[]; faults: string[] }> {
  const waiting = [...pages]
  const seen = new Set(waiting)
  const faults: string[] = []
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    // Files and API calls are not pages; they only have to answer.
    if (/^\/api\/|\.[a-z]+$/.test(path)) {
      const { status } = await desk.harness.visitor().call('GET', path)
      if (status !== 200 && path !== '/api/login') faults.push(`${path}: ${status}`)
      continue
    }
    if (forSignedIn.has(path)) continue
    const found = looked.get(path) ?? (await look(path))
    faults.push(...found.faults.map(fault => `${path}: ${fault}`))
    // Links within the documentation are not followed from there, because its own tests do that.
    for (const link of found.links) {
      if (seen.has(link) || (path.startsWith('/docs') && link.startsWith('/docs'))) continue
      seen.add(link)
      waiting.push(link)
    }
  }
  return { seen: [...seen], faults }
}

describe('by default', () => {
  test('every link leads to a page with its content', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const { seen, faults } = await walk()
    expect(faults).toEqual([])
    expect(seen).toEqual(
      expect.arrayContaining(['/dev', '/faq', '/premium', '/contact', '/invite', '/cookies', '/docs']),
    )
    expect(desk.complaints).toEqual([])
  })
})

describe('signed in', () => {
  test('every link and entry of a dashboard leads to a page with its content', async () => {
    await everythingOn(desk)
    const tickets = createTicketDesk(desk.harness)
    tickets.panel({})
    await tickets.open('member1')
    const tab = await desk.signedIn('admin')
    const admin = await desk.harness.signIn('admin')
    const own = `/manage/${desk.harness.guildId}`
    const waiting = [`${own}/dashboard`]
    const seen = new Set(waiting)
    const faults: string[] = []
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (path.startsWith('/api/')) {
        const { status } = await admin.call('GET', path)
        if (status !== 200) faults.push(`${path}: ${status}`)
        continue
      }
      const found = await look(path, tab)
      faults.push(...found.faults.map(fault => `${path}: ${fault}`))
      for (const link of found.links) {
        // One address of each page is enough.
        const { pathname } = new URL(link, desk.dashboard('/'))
        if (seen.has(pathname)) continue
        seen.add(pathname)
        // Other pages are covered by the tests above.
        if (pathname.startsWith(own) || pathname.startsWith('/api/guild/')) waiting.push(link)
      }
    }
    expect(faults).toEqual([])
    const known = new Set([...pages, ...forSignedIn, '/login', '/api/login'])
    expect([...seen].filter(path => !/^\/(?:manage|api\/guild)\//.test(path) && !known.has(path))).toEqual([])
    // Nothing that exists is announced as coming soon, and every page is linked to.
    expect([...seen].filter(path => soon.has(path))).toEqual([])
    const all = routes('/manage/')
      .filter(path => path !== '/manage/:id/no/such/page')
      .map(path => path.replace('/manage/:id', own))
    expect(all.filter(path => !path.includes('$') && !seen.has(path))).toEqual([])
  })
})

describe('with everything changed by the operator', () => {
  const looked = new Map<string, Seen>()
  beforeAll(async () => {
    const { config, operator } = desk.harness.product.services
    writeFileSync(join(config.dataDir, 'operator.json'), JSON.stringify(changed))
    await until('the file to be read', () => operator.texts().supportUrl === changed.supportUrl)
  })

  test.each(pages.filter(path => !forSignedIn.has(path)))('%s has no fault, narrow or wide', async path => {
    desk.complaints.length = 0
    const look = async (width: number, colorScheme: 'light' | 'dark') => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
    }
    await look(360, 'light')
    await page.goto(desk.dashboard(path))
    await settled(page)
    looked.set(path, await seenAt(path))
    const narrow = [...(await pageFaults(page)), ...(await smallTargets(page))]
    expect({ width: 360, faults: narrow }).toEqual({ width: 360, faults: [] })
    await look(1440, 'dark')
    await settled(page)
    expect({ width: 1440, faults: await pageFaults(page) }).toEqual({ width: 1440, faults: [] })
    expect(await page.title()).not.toBe('')
    expect(desk.complaints).toEqual([])
  })

  test('every link still leads to a page with its content', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    const { faults } = await walk(looked)
    expect(faults).toEqual([])
  })
})
