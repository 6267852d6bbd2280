import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { rehearse } from '#features/antinuke/engine/rehearsal.ts'
import { createHarness } from '../harness.ts'
import { until } from '../until.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** In a function of its own, so that no variable of the test keeps a reference. */
async function closed(): Promise<WeakRef<object>> {
  const harness = await createHarness()
  const asked = await harness.as('member1').say(harness.channel('general'), '.help')
  await harness.answerTo(asked)
  rehearse(harness.product.services)
  const services = new WeakRef(harness.product.services)
  await harness.close()
  return services
}

test('nothing holds a product that is closed: no timer, no listener, no promise', async () => {
  const services = await closed()
  const isGone = await until('it to be freed', () => {
    collect()
    return services.deref() === undefined
  })
  expect(isGone).toBe(true)
})
