import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createHarness } from '#test/harness.ts'

test('a connection that a browser opened in advance does not delay the shutdown', async () => {
  const other = await createHarness()
  const { port, hostname } = other.product.url
  const connection = connect(Number(port), hostname)
  await once(connection, 'connect')
  const ended = once(connection.resume(), 'close')
  await other.close()
  await expect(ended).resolves.toBeDefined()
})
