import type { Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type exportTask from './export.task.ts'

const write = task<typeof exportTask>('features/leveling/import/export', {
  place: 'thread',
  deadlineMs: 30_000,
  mostWaiting: 2,
})

/** The levels of a server as CSV, as its last import could read them. @throws UserError when too many exports wait */
export const exportLevels = ({ workers, db }: Pick<Services, 'workers' | 'db'>, guildId: string): Promise<string> =>
  workers.run(write, { database: db.$client.name, guildId }, guildId)
