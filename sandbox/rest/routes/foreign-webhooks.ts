import { parseJson } from '../../json.ts'
import { DiscordError, invalidForm } from '../../world/errors.ts'
import { executeWebhook } from '../../world/webhooks/execute.ts'
import { fromGithub } from '../../world/webhooks/github.ts'
import { webhookOfToken } from '../../world/webhooks/registry.ts'
import { fromSlack } from '../../world/webhooks/slack.ts'
import { isOn, param } from '../request.ts'
import { type RestAnswer, type RestRequest, routes } from '../route.ts'

/** With a form, Slack's senders put all of it into one field. */
function slackBody({ body }: RestRequest): unknown {
  const payload = typeof body === 'object' && body && 'payload' in body ? body.payload : undefined
  if (typeof payload !== 'string') return body
  try {
    return parseJson(payload)
  } catch {
    throw invalidForm([])
  }
}

/**
 * Delivers a message of Slack's or GitHub's. By default the caller waits for it; one that does not wait learns of no
 * error.
 */
function deliver(request: RestRequest, draft: () => Record<string, unknown> | undefined): void {
  const { sandbox, query } = request
  const hook = webhookOfToken(sandbox, param(request, 'webhook_id'), param(request, 'webhook_token'))
  const threadId = query['thread_id']
  const isAwaited = query['wait'] === undefined || isOn(request, 'wait')
  try {
    const body = draft()
    if (body) executeWebhook(sandbox, hook, body, [], { threadId, withComponents: false })
  } catch (error) {
    if (isAwaited || !(error instanceof DiscordError)) throw error
  }
}

const base = '/webhooks/:webhook_id/:webhook_token'

export default routes([
  {
    method: 'POST',
    path: `${base}/slack`,
    callers: 'any',
    handle(request): RestAnswer {
      deliver(request, () => fromSlack(slackBody(request)))
      // The answer in Slack's wording. Source: discord/discord-api-docs issue 1067.
      return { status: 200, body: 'ok', contentType: 'text/plain' }
    },
  },
  {
    method: 'POST',
    path: `${base}/github`,
    callers: 'any',
    handle(request): RestAnswer {
      deliver(request, () => fromGithub(request.body))
      return undefined
    },
  },
])
