import type { Job, Services } from './feature.ts'

/** Pass these to `createScheduler`. */
export const kernelJobs: Record<string, Job> = {}

/** Notes guilds that come and go: call before login; `stop` takes the listeners off. */
export function watchGuilds(_services: Services): { stop(): void } {
  throw new Error('not built')
}
