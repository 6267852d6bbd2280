import { writeFileSync } from 'node:fs'

/** Uses the processor for `ms` of CPU time. @param told a file that is written once the task has returned */
export default function burn({ ms, told }: { ms: number; told: string }): boolean {
  const begun = process.cpuUsage()
  for (let hadMs = 0; hadMs < ms; ) {
    const { user, system } = process.cpuUsage(begun)
    hadMs = (user + system) / 1000
  }
  setImmediate(() => writeFileSync(told, ''))
  return true
}
