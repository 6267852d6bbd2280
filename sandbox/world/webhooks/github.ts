import { z } from 'zod'
import { optional, parseForm } from '../form.ts'

const user = z.object({ login: z.string(), html_url: z.string(), avatar_url: z.string() })
const place = { html_url: z.string(), body: optional(z.string()) }
const issue = z.object({ ...place, number: z.number(), title: z.string(), pull_request: z.unknown().optional() })
const checks = z.object({
  conclusion: optional(z.string()),
  head_branch: optional(z.string()),
  app: optional(z.object({ name: z.string() })),
})

const form = z.object({
  action: optional(z.string()),
  ref: optional(z.string()),
  ref_type: optional(z.string()),
  master_branch: optional(z.string()),
  comment: optional(z.object({ ...place, commit_id: optional(z.string()) })),
  issue: optional(issue),
  pull_request: optional(issue),
  repository: optional(z.object({ html_url: z.string(), name: z.string(), full_name: z.string() })),
  forkee: optional(z.object({ html_url: z.string(), full_name: z.string() })),
  sender: user,
  member: optional(user),
  release: optional(z.object({ ...place, tag_name: z.string() })),
  commits: optional(z.array(z.object({ id: z.string(), url: z.string(), message: z.string() }))),
  compare: optional(z.string()),
  review: optional(z.object(place)),
  check_run: optional(
    z.object({ name: z.string(), html_url: z.string(), conclusion: optional(z.string()), check_suite: checks }),
  ),
  check_suite: optional(checks),
  discussion: optional(z.object({ ...place, number: z.number(), title: z.string() })),
})

type Payload = z.output<typeof form>

interface EventText {
  title: string
  url?: string | undefined
  description?: string | undefined
}

/**
 * Turns a GitHub event into a message with an embed; undefined for events that Discord accepts but does not post.
 * Discord does not document its embeds: these read like the ones that it posts. Events are recognized by their content,
 * not by GitHub's header.
 * @throws DiscordError 50035
 */
export function fromGithub(body: unknown): Record<string, unknown> | undefined {
  const payload = parseForm(form, body)
  const { sender, repository } = payload
  const found = eventText(payload)
  if (!found) return undefined
  const title = found.title.startsWith('[') ? found.title : `[${repository?.full_name ?? ''}] ${found.title}`
  const author = { name: sender.login, url: sender.html_url, icon_url: sender.avatar_url }
  return {
    embeds: [
      {
        title: title.slice(0, 256),
        url: found.url ?? repository?.html_url,
        ...(found.description && { description: found.description.slice(0, 350) }),
        author,
      },
    ],
  }
}

const opening = new Set(['opened', 'closed', 'reopened'])

function eventText(payload: Payload): EventText | undefined {
  const { action = '', comment, issue: about, pull_request: pull, discussion, review, release } = payload
  if (comment) return commented(payload, comment)
  if (review && pull)
    return action === 'submitted'
      ? {
          title: `Pull request review submitted: #${pull.number} ${pull.title}`,
          url: review.html_url,
          description: review.body,
        }
      : undefined
  for (const [kind, one] of [
    ['Issue', about],
    ['Pull request', pull],
  ] as const)
    if (one)
      return opening.has(action)
        ? {
            title: `${kind} ${action}: #${one.number} ${one.title}`,
            url: one.html_url,
            description: action === 'opened' ? one.body : undefined,
          }
        : undefined
  if (discussion)
    return action === 'created'
      ? {
          title: `New discussion #${discussion.number}: ${discussion.title}`,
          url: discussion.html_url,
          description: discussion.body,
        }
      : undefined
  if (release)
    return action === 'published'
      ? { title: `New release published: ${release.tag_name}`, url: release.html_url }
      : undefined
  return checked(payload) ?? changed(payload)
}

function commented(
  { issue: about, discussion, action }: Payload,
  comment: NonNullable<Payload['comment']>,
): EventText | undefined {
  if (action !== undefined && action !== 'created') return undefined
  const { html_url: url, body: description, commit_id } = comment
  const kind = about?.pull_request === undefined ? 'issue' : 'pull request'
  const place = about
    ? `${kind} #${about.number}: ${about.title}`
    : discussion
      ? `discussion #${discussion.number}: ${discussion.title}`
      : `commit \`${commit_id?.slice(0, 7) ?? ''}\``
  return { title: `New comment on ${place}`, url, description }
}

function checked({ action, check_run: run, check_suite: suite }: Payload): EventText | undefined {
  const [name, conclusion, at] = run
    ? [run.name, run.conclusion, run.check_suite]
    : [`${suite?.app?.name ?? 'Some'} checks`, suite?.conclusion, suite]
  if (!at || action !== 'completed' || conclusion === undefined) return undefined
  return { title: `${name} ${conclusion} on ${at.head_branch ?? ''}`, url: run?.html_url }
}

function changed({
  action,
  ref = '',
  ref_type,
  master_branch,
  commits,
  compare,
  repository,
  forkee,
  member,
}: Payload): EventText | undefined {
  if (commits?.length)
    return {
      title: `[${repository?.name ?? ''}:${ref.replace(/^refs\/\w+\//, '')}] ${commits.length} new commit${commits.length === 1 ? '' : 's'}`,
      url: compare,
      description: commits
        .map(one => `[\`${one.id.slice(0, 7)}\`](${one.url}) ${one.message.split('\n')[0]}`)
        .join('\n'),
    }
  // Only the event about a new one names the main branch.
  if (ref_type) return { title: master_branch ? `New ${ref_type} created: ${ref}` : `${ref_type} deleted: ${ref}` }
  if (forkee) return { title: `Fork created: ${forkee.full_name}`, url: forkee.html_url }
  if (member && action === 'added') return { title: `New collaborator added: ${member.login}`, url: member.html_url }
  return action === 'started' ? { title: 'New star added' } : undefined
}
