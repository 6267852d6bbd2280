import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type kernel from '#kernel/contract.ts'
import { ApiError, reader, unreachable } from '#web/app/api.ts'
import { type ContactDraft, keepDraft, readDraft } from './draft.ts'
import { useContactDraft } from './use-contact-draft.ts'

const read = reader<typeof kernel>()

export type FieldName = Exclude<keyof ContactDraft, 'key'>
type Errors = Partial<Record<FieldName, string>>
/** In the order of the form. */
const names: readonly FieldName[] = ['name', 'email', 'subject', 'message']

export interface Receipt {
  reference: string
  at: number
  goesTo: 'channel' | 'webhook' | 'dashboard'
  email: string
  subject: string
}

/** The problems of the fields, by the server's own schema; loaded when somebody first leaves a field. */
async function problemsIn({ key: _key, ...fields }: ContactDraft): Promise<Errors> {
  const { contactFields } = await import('#kernel/contact/contract.ts')
  const parsed = contactFields.safeParse(fields)
  const errors: Errors = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = names.find(one => one === path[0])
    if (name) errors[name] ??= message
  }
  return errors
}

async function post(draft: ContactDraft, website: string) {
  const [{ call }, { default: contract }] = await Promise.all([
    import('#web/app/api.ts'),
    import('#kernel/contract.ts'),
  ])
  return call(contract, 'contact', { body: { ...draft, website } })
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, { code: 'web.unreachable', error: unreachable })

export function useContact() {
  const { draft, setDraft, isKnown } = useContactDraft()
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<ApiError>()
  const [sending, setSending] = useState(false)
  const [receipt, setReceipt] = useState<Receipt>()
  const client = useQueryClient()
  const state = { queryKey: ['contact'] as const, queryFn: () => read('/contact') }
  const { data } = useQuery({
    ...state,
    refetchInterval: ({ state: { data: known } }) => (known && known.nextAt !== null ? 30_000 : false),
  })
  useEffect(() => {
    if (isKnown) keepDraft(receipt ? undefined : draft)
  }, [draft, receipt, isKnown])

  return {
    draft,
    errors,
    failure,
    sending,
    receipt,
    /** Unix ms; null while a message can be sent. */
    nextAt: data?.nextAt ?? null,
    change(name: FieldName, value: string) {
      setDraft(old => ({ ...old, [name]: value }))
      setErrors(({ [name]: _mended, ...others }) => others)
    },
    async leave(name: FieldName) {
      // Moving through an empty form is not a mistake yet.
      if (draft[name] === '') return
      const problem = (await problemsIn(draft))[name]
      setErrors(({ [name]: _before, ...others }) => (problem === undefined ? others : { ...others, [name]: problem }))
    },
    /** @returns the first invalid field */
    async send(website: string): Promise<FieldName | undefined> {
      setSending(true)
      try {
        const found = await problemsIn(draft)
        setErrors(found)
        const first = names.find(name => found[name] !== undefined)
        if (first) return first
        const { reference, at, goesTo } = await post(draft, website)
        setFailure(undefined)
        setReceipt({ reference, at, goesTo, email: draft.email.trim(), subject: draft.subject.trim() })
      } catch (thrown) {
        const error = asApiError(thrown)
        setFailure(error)
        setErrors(error.fields)
        if (error.status === 429) await client.refetchQueries({ queryKey: state.queryKey })
        return names.find(name => error.fields[name] !== undefined)
      } finally {
        setSending(false)
      }
      return undefined
    },
    again() {
      keepDraft(undefined)
      setDraft(readDraft())
      setReceipt(undefined)
      void client.refetchQueries({ queryKey: state.queryKey })
    },
  }
}
