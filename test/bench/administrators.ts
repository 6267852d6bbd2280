import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import type { Visit, Visited } from './dashboard.ts'

/**
 * Runs as a separate process: each administrator reads one page after another without a pause, on a connection of their
 * own.
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

let errors = 0

/**
 * All administrators at once, each sending a request as soon as the previous one is answered. @returns the latencies
 * (ms), sorted
 */
async function administer(rounds: number): Promise<number[]> {
  const times: number[] = []
  const timed = async (path: string, cookie: string) => {
    const begun = performance.now()
    if ((await read(path, cookie)) !== 200) errors += 1
    times.push(performance.now() - begun)
  }
  const one = async ({ cookie, guildId }: Visit['people'][number]) => {
    for (let round = 0; round < rounds; round++) {
      await timed(`/api/guild/${guildId}/basic`, cookie)
      await timed('/api/user', cookie)
    }
  }
  await Promise.all(visit.people.map(one))
  return times.sort((a, b) => a - b)
}

const quantile = (times: readonly number[], part: number) => times[Math.ceil(times.length * part) - 1] ?? 0

const first = await administer(visit.warmUp)
const begun = performance.now()
const times = await administer(visit.rounds)
const seconds = (performance.now() - begun) / 1000
const visited: Visited = {
  firstP99Ms: quantile(first, 0.99),
  p50Ms: quantile(times, 0.5),
  p99Ms: quantile(times, 0.99),
  perSecond: times.length / seconds,
  errors,
}
process.stdout.write(JSON.stringify(visited))
agent.destroy()
