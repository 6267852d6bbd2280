import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { Visit, Visited } from './dashboard.ts'

/**
 * A process of its own: everybody reads one page after the other without a pause, each on a connection of their own.
 */
const visit = JSON.parse(readFileSync(0, 'utf8')) as Visit
const agent = new Agent({ keepAlive: true, maxSockets: visit.people.length })

function read(path: string, cookie: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(new URL(path, visit.dashboard), { agent, headers: { cookie } }, answer => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    }).once('error', reject)
  })
}

const times: number[] = []
let errors = 0

async function timed(path: string, cookie: string): Promise<void> {
  const begun = performance.now()
  if ((await read(path, cookie)) !== 200) errors += 1
  times.push(performance.now() - begun)
}

async function administer({ cookie, guildId }: Visit['people'][number]): Promise<void> {
  for (let round = 0; round < visit.rounds; round++) {
    await timed(`/api/guild/${guildId}/basic`, cookie)
    await timed('/api/user', cookie)
  }
}

const begun = performance.now()
await Promise.all(visit.people.map(administer))
const seconds = (performance.now() - begun) / 1000
times.sort((a, b) => a - b)
const quantile = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0
const visited: Visited = {
  p50Ms: quantile(0.5),
  p99Ms: quantile(0.99),
  perSecond: times.length / seconds,
  errors,
}
process.stdout.write(JSON.stringify(visited))
agent.destroy()
