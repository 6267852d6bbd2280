import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type FieldValues, type Path, type PathValue, type Resolver, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Form } from '#contract'
import type { GuildCore } from '#kernel/contract.ts'
import { type FormAnswer, readForms, submitForm } from '../api.ts'
import { guildKey } from '../guild-key.ts'
import { type Binding, defaultsOf, drawing } from './binding.ts'
import { fieldErrors, type Sentences, tellAnswer, tellFailure } from './outcome.ts'
import { useOutcome } from './use-outcome.ts'

/** Of a list the first thing that is wrong in it: it is shown below the whole. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(firstMessage).find(Boolean)
}

type Shape = Record<string, z.ZodType>
type Values<S extends Shape> = { [K in keyof S]: z.output<S[K]> }

interface Options<F extends Form, S extends Shape> {
  guildId: string
  /** The contract's form: where to read and what to post. */
  form: F
  /** What is edited: each field's schema validates it and says how it is drawn. Take them from the contract. */
  fields: S
  /** From what GET shows to what is edited. */
  read: (view: z.output<F['view']>) => Values<S>
  /** From what is edited to what POST carries; the guild as it was loaded, for what is posted by name. */
  write: (values: Values<S>, guild: GuildCore | undefined) => z.input<F['body']>
  /** The form whose flag is posted in place of this one, with nothing else: how the spec posts what is switched off. */
  instead?: (values: Values<S>) => Form | undefined
  sentences: Sentences
  /** Shows everything and changes nothing. */
  readOnly?: boolean
}

/** Also what was typed: `resetOptions` would keep it. */
const everything = { keepDirtyValues: false, keepErrors: false }

/**
 * One settings form: loads, edits, validates, saves. Give the result to `SettingsPage`, and spread `field(name)` on a
 * control. Fields are flat: nest by composing what `read` and `write` do.
 */
export function useSettingsForm<F extends Form, S extends Shape>(options: Options<F, S>) {
  const { guildId, form, fields, read, sentences, readOnly = false } = options
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }): Promise<FormAnswer<Form>> => readForms(form, guildId, signal),
  })
  const view = query.data?.[form.under]
  const loaded = useMemo(() => (view ? read(view as z.output<F['view']>) : undefined), [view, read])
  const schema = useMemo(() => z.object(fields), [fields])

  const editor = useForm({
    resolver: zodResolver(schema) as unknown as Resolver,
    mode: 'onBlur',
    // Contract settings have defaults, so that previews have values to draw before the guild's arrive.
    defaultValues: defaultsOf(fields),
    ...(loaded && { values: loaded }),
    // Somebody else's change arrives where this person has not typed.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { isDirty, dirtyFields, errors, isSubmitting, touchedFields } = editor.formState
  const values = useWatch({ control: editor.control }) as Values<S>
  const names = useMemo(() => Object.keys(fields), [fields])
  for (const name of names) editor.register(name)

  const [outcome, setOutcome] = useOutcome()

  /** Saves; false when fields need another look. */
  const submit = async (): Promise<boolean> => {
    let sound = false
    await editor.handleSubmit(async valid => {
      const edited = valid as Values<S>
      try {
        const other = options.instead?.(edited)
        const answer: { success: boolean; error?: unknown } = other
          ? await submitForm(other, guildId, {})
          : await submitForm(form, guildId, options.write(edited, query.data?.guild))
        sound = true
        setOutcome(tellAnswer(sentences, answer))
        if (!answer.success) return
        editor.reset(edited, everything)
        await client.invalidateQueries({ queryKey: guildKey(guildId) })
      } catch (error) {
        setOutcome(tellFailure(sentences, error))
        const faults = fieldErrors(error, names)
        for (const [name, message] of faults) editor.setError(name, { message })
        sound = faults.length === 0
      }
    })()
    return sound
  }

  const field = <N extends keyof S & string>(name: N): Binding<Values<S>[N]> => {
    const schema: z.ZodType = fields[name] as S[N]
    const message = firstMessage(errors[name])
    return {
      ...drawing(name, schema),
      name,
      value: values[name],
      onChange: value =>
        editor.setValue(name, value as PathValue<FieldValues, Path<FieldValues>>, {
          shouldDirty: true,
          shouldValidate: message !== undefined || touchedFields[name] === true,
        }),
      onBlur: () => {
        // Looking again would clear what the server said.
        if (dirtyFields[name] && message === undefined) void editor.trigger(name)
      },
      error: message,
      disabled: readOnly || isSubmitting,
    }
  }

  return {
    guildId,
    sentences,
    readOnly,
    /** The guild with its channels and roles, for pickers; undefined until loaded. */
    guild: query.data?.guild,
    /** The values as they are edited, for previews; the contract's defaults until `ready`. */
    values,
    field,
    ready: loaded !== undefined && query.data !== undefined,
    failed: query.isError && !query.data,
    reload: () => void query.refetch(),
    dirty: isDirty && !readOnly,
    saving: isSubmitting,
    outcome,
    dismiss: () => setOutcome(undefined),
    submit,
    reset: () => {
      editor.reset(loaded, everything)
      setOutcome(undefined)
    },
  }
}

/** What `SettingsPage` needs of a form, whatever its fields are. */
export type SettingsForm = Pick<
  ReturnType<typeof useSettingsForm>,
  | 'guildId'
  | 'sentences'
  | 'guild'
  | 'ready'
  | 'failed'
  | 'reload'
  | 'dirty'
  | 'saving'
  | 'outcome'
  | 'dismiss'
  | 'submit'
  | 'reset'
  | 'readOnly'
>
