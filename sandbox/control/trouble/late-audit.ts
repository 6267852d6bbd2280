import type { Trouble } from '../trouble.ts'

const lagMs = 4000
const lastsMs = 60_000

const lateAudit: Trouble = {
  place: 5,
  title: 'Late audit log',
  sentence: 'For a minute, entries arrive 4 s after the event.',
  async run({ sandbox, progress, pause }) {
    const before = sandbox.conditions.auditLagMs
    sandbox.conditions.auditLagMs = lagMs
    try {
      for (let left = lastsMs; left > 0; left -= 1000) {
        progress(`Entries are 4 s late for ${left / 1000} more seconds`)
        await pause(1000)
      }
      progress('Entries are on time again')
    } finally {
      sandbox.conditions.auditLagMs = before
    }
  },
}

export default lateAudit
