import { DiscordAPIError, type Guild, HTTPError, RESTJSONErrorCodes } from 'discord.js'
import { expect, test } from 'vitest'
import { memberOf } from './member-of.ts'

const request = { body: undefined, files: undefined }
/** What is known about somebody whom Discord answers for with this error. */
const lookUp = (error: Error) =>
  // Only the part that is needed.
  memberOf({ members: { fetch: () => Promise.reject(error) } } as unknown as Guild, '1')

test('somebody who has left has no rights; during an outage nobody is taken for that', async () => {
  const code = RESTJSONErrorCodes.UnknownMember
  const unknown = new DiscordAPIError({ code, message: 'Unknown Member' }, code, 404, 'GET', '', request)
  await expect(lookUp(unknown)).resolves.toBeNull()
  await expect(lookUp(new HTTPError(503, 'Service Unavailable', 'GET', '', request))).rejects.toThrow('Service')
})
