import { UserError } from '#kit/errors.ts'
import type { Database, Services } from '#kernel/feature.ts'
import { task } from '#kernel/workers/task.ts'
import type { RoleOutcome, RoleResult } from './contract.ts'
import type exportTask from './export.task.ts'
import { type RoleChangeRow, roleRows } from './rows.ts'

const onAPage = 100

/** The outcome shown for each state; a change that is still being made or reverted is pending. */
const outcomes: Record<RoleChangeRow['state'], RoleOutcome> = {
  begun: 'pending',
  done: 'done',
  refused: 'refused',
  overruled: 'overruled',
  undoing: 'pending',
  undone: 'undone',
  left: 'left',
}

function countsOf(rows: ReturnType<ReturnType<typeof roleRows>['counts']>): RoleResult['counts'] {
  const sum = (states: RoleChangeRow['state'][], change?: RoleChangeRow['change']) =>
    rows
      .filter(row => states.includes(row.state) && (change === undefined || row.change === change))
      .reduce((all, { n }) => all + n, 0)
  const made = ['done', 'overruled', 'undoing', 'undone', 'left'] as const
  return {
    given: sum([...made], 'given'),
    taken: sum([...made], 'taken'),
    refused: sum(['refused']),
    takenBack: sum(['undone'], 'given'),
    givenBack: sum(['undone'], 'taken'),
    left: sum(['left', 'overruled']),
  }
}

/** A page of the roles that a batch gave and took. @throws UserError 404 if it changed none */
export function roleResult(db: Database, guildId: string, name: string, after = 0): RoleResult {
  const rows = roleRows(db, guildId)
  const batch = rows.batch(name)
  if (!batch) throw new UserError('leveling.batch', 'No roles were changed by that.', 404)
  const page = rows.page(name, after, onAPage)
  return {
    state: batch.state,
    counts: countsOf(rows.counts(name)),
    rows: page.map(row => ({
      id: row.id,
      user: { id: row.userId, name: row.name, avatarURL: null },
      role: { id: row.roleId, name: row.roleName },
      change: row.change,
      outcome: outcomes[row.state],
      at: row.at,
    })),
    next: page.length === onAPage ? (page.at(-1)?.id ?? null) : null,
  }
}

const write = task<typeof exportTask>('features/leveling/role-changes/export', {
  place: 'thread',
  deadlineMs: 30_000,
  mostWaiting: 2,
})

/** All of these changes as CSV. @throws UserError if too many exports are waiting */
export const exportRoleResult = (
  { workers, db }: Pick<Services, 'workers' | 'db'>,
  guildId: string,
  batch: string,
): Promise<string> => workers.run(write, { database: db.$client.name, guildId, batch }, guildId)
