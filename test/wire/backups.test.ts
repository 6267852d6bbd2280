// @module-tag long
import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHarness } from '../harness.ts'

test('a backup is made every day, and a failure is reported', async () => {
  let clock = Date.now()
  const app = await createHarness({ now: () => clock })
  const { config, scheduler } = app.product.services
  const backups = () => readdirSync(join(config.dataDir, 'backups')).filter(name => name.endsWith('-daily'))
  const nextDay = () => {
    clock += 24 * 60 * 60_000
    return scheduler.tick()
  }
  const health = async () => (await app.visitor().call('GET', '/healthz')).body
  try {
    await nextDay()
    await nextDay()
    expect(backups()).toHaveLength(2)
    expect(await health()).toMatchObject({ warnings: [] })

    const blocked = join(config.dataDir, 'files')
    rmSync(blocked, { recursive: true, force: true })
    symlinkSync('/dev/null', blocked)
    await nextDay()
    expect(await health()).toMatchObject({ warnings: [expect.stringMatching(/^No backup: /)] })
    expect(backups()).toHaveLength(2)

    rmSync(blocked)
    await nextDay()
    expect(backups()).toHaveLength(3)
    expect(await health()).toMatchObject({ warnings: [] })
  } finally {
    await app.close()
  }
})
