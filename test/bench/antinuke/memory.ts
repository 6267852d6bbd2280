import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import antinuke from '#features/antinuke/index.ts'
import { environmentFor } from '#sandbox/demo/environment.ts'
import { createSandbox } from '#sandbox/server.ts'
import { createWorld } from '#sandbox/world/create.ts'
import { say } from '../measure.ts'
import { imageCommand, imageEnvironment, withProcess } from '../measured-process.ts'
import { switchOn } from '../switch-features.ts'
import { quantile } from './quantile.ts'

const settleMs = 8000
/** Each time, the collector leaves some ten MiB more or less behind. */
const times = 3
const sizes = { guilds: 100, channels: 50, roles: 30, members: 100, people: 10_000 }

/** Memory per protected server (KiB): the difference between all servers protected and none. */
export async function measureMemory(root: string): Promise<Record<string, number>> {
  const sandbox = await createSandbox({
    world: createWorld({ kind: 'generated', sizes }),
    conditions: { identifyEveryMs: 0 },
  })
  const folders: string[] = []
  const residentWith = async (features: Parameters<typeof switchOn>[2]) => {
    const folder = mkdtempSync(join(tmpdir(), 'nukebench-'))
    folders.push(folder)
    const program = {
      name: 'palisade',
      args: imageCommand(root),
      env: { ...imageEnvironment(root), ...environmentFor(sandbox, folder), LOG_LEVEL: 'info' },
    }
    // The first start creates the database.
    await withProcess(program, () => rest(500))
    switchOn(folder, [...sandbox.context.world.guilds.keys()], features)
    const measured: number[] = []
    while (measured.length < times)
      measured.push(
        await withProcess(program, async subject => {
          await rest(settleMs)
          return subject.residentMiB()
        }),
      )
    say(`memory with ${features.length === 0 ? 'no server' : 'all servers'} protected: ${measured.join(', ')} MiB`)
    return quantile(measured, 0.5)
  }
  try {
    const [off, on] = [await residentWith([]), await residentWith([antinuke])]
    return { memoryPerServerKiB: ((on - off) * 1024) / sizes.guilds }
  } finally {
    await sandbox.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
