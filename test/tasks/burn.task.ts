import { writeFileSync } from 'node:fs'

/** Keeps the processor busy until the process has had so many ms of it. @param told a file that is there once it has answered */
export default function burn({ ms, told }: { ms: number; told: string }): boolean {
  const begun = process.cpuUsage()
  for (let hadMs = 0; hadMs < ms; ) {
    const { user, system } = process.cpuUsage(begun)
    hadMs = (user + system) / 1000
  }
  setImmediate(() => writeFileSync(told, ''))
  return true
}
