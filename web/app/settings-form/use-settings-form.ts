import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type Conflict, type Edited, editedFrom, type Form, nameOfPosted, postedAs, postedName } from '#contract'
import { reload } from '#web/app/list/reload.ts'
import { ApiError, isForbidden, isSignedOut, readForms, submitForm } from '../api.ts'
import { endedKey, noteEnded, sessionKey } from '../ended-session.ts'
import { guildKey } from '../guild-key.ts'
import { type Binding, defaultsOf, drawing, isShown, withRefusal } from './binding.ts'
import { firstMessage, isMarked, isSame } from './editor-state.ts'
import { fieldErrors, type Sentences, tellAnswer, tellFailure } from './outcome.ts'
import { useOutcome } from './use-outcome.ts'
import { useEditorValues } from './use-editor-values.ts'

interface Options<F extends Form> {
  guildId: string
  /** The contract's form: what to read, edit and post. */
  form: F
  /** Names of fields that other features add, see `sharedForm`. */
  added?: readonly string[]
  /** A form whose flag alone is posted in place of this one: how the specification posts what is switched off. */
  instead?: (changed: Partial<Edited<F>>) => Form | undefined
  sentences: Sentences
}

/** Some of a form's fields, saved separately. */
interface Part {
  fields: readonly string[]
  sentences: Sentences
}

/** Includes typed values: `resetOptions` would keep them. */
const everything = { keepDirtyValues: false, keepErrors: false }

/**
 * One settings form: loads, edits, validates, and saves what was changed. Pass the result to `SettingsPage`, and spread
 * `field(name)` on a control.
 */
export function useSettingsForm<F extends Form>({ guildId, form, added = [], instead, sentences }: Options<F>) {
  const client = useQueryClient()
  const queryKey = [...guildKey(guildId), 'form', form.address]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => readForms(form, guildId, signal),
  })
  const view = query.data?.[form.under]
  const readOnly = query.data?.readOnly?.includes(form.flag) ?? false
  const loaded = useMemo(() => (view ? editedFrom(form, view) : undefined), [form, view])
  /** The response leaves out what the viewer may not see, though it may contain other features' forms. */
  const notShared = isForbidden(query.error) || (query.data !== undefined && !isShown(form, added, loaded))
  const fields: Record<string, z.ZodType> = form.settings.shape
  const names = useMemo(() => Object.keys(fields), [fields])

  const editor = useForm({
    resolver: useMemo(() => zodResolver(z.object(fields)) as unknown as Resolver, [fields]),
    mode: 'onBlur',
    // The defaults of the settings, so that previews have something to show before the guild's values arrive.
    defaultValues: defaultsOf(fields),
    ...(loaded && { values: loaded }),
    // Somebody else's change is applied to fields that this person has not edited.
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { isDirty, dirtyFields, errors, isSubmitting, touchedFields } = editor.formState
  const values = useEditorValues(editor.control, loaded, guildId) as Edited<F>
  for (const name of names) editor.register(name)

  // Edits belong to the revision they were made on, even if a newer one has been loaded since.
  const newest = query.data?.revision
  const revision = useRef(newest)
  // Not `isDirty`, which is briefly false whenever values arrive.
  const typed = names.some(name => dirtyFields[name])
  useEffect(() => {
    if (!typed) revision.current = newest
  }, [typed, newest])
  // The revision that each field was last saved at. It is newer than `revision` until that has been loaded, or while
  // another field stays edited.
  const savedAt = useRef(new Map<string, number>())
  const [conflict, setConflict] = useState<Conflict>()
  // Fields for which the user took the other person's value. They are not posted, however often somebody saves while
  // the conflict is being settled.
  const [settling, setSettling] = useState<readonly string[]>()

  const [savingPart, setSavingPart] = useState(false)
  const [outcome, setOutcome] = useOutcome()
  const dismiss = () => setOutcome(undefined)

  const revisionOf = (changed: readonly string[]) => {
    const since = revision.current
    if (since === undefined || changed.length === 0) return since
    return Math.min(...changed.map(name => Math.max(since, savedAt.current.get(name) ?? since)))
  }

  /**
   * Takes the saved values as current; for a part, keeps other edits.
   * @param sent the values when posted: what was typed over them since stays
   */
  const settled = async (edited: Partial<Edited<F>>, sent: ReadonlyMap<string, unknown>, part?: Part) => {
    const typedSince = [...sent].flatMap(([name, value]) => {
      const now: unknown = editor.getValues(name)
      return isSame(now, value) ? [] : [{ name, now }]
    })
    if (!part) editor.reset(edited, everything)
    for (const name of part?.fields ?? []) editor.resetField(name, { defaultValue: edited[name as keyof Edited<F>] })
    for (const { name, now } of typedSince) editor.setValue(name, now, { shouldDirty: true })
    await reload(client, guildKey(guildId))
  }

  /**
   * @param left fields for which the user took the other person's value: they are not posted
   * @param part the only fields to save, with their messages; all fields by default
   */
  const post = async (edited: Edited<F>, left: readonly string[], part?: Part) => {
    const wanted = part?.fields ?? names
    const changed = wanted.filter(name => editor.getFieldState(name).isDirty && !left.includes(name))
    const only = Object.fromEntries(Object.entries(edited).filter(([name]) => changed.includes(name))) as typeof edited
    const other = instead?.(only)
    const fields = other ? {} : postedAs(form, only)
    const sent = new Map(wanted.map(name => [name, editor.getValues(name) as unknown]))
    const answer: { success: boolean; error?: unknown; revision?: number } = await submitForm(
      other ?? form,
      guildId,
      fields,
      revisionOf(changed),
    )
    setOutcome(tellAnswer(part?.sentences ?? sentences, answer))
    if (!answer.success) return
    setSettling(undefined)
    // Somebody who had been signed out is signed in again.
    if (client.getQueryData(endedKey) === true) void client.refetchQueries({ queryKey: sessionKey })
    // Not the next loaded revision: that may contain somebody else's later changes.
    if (answer.revision !== undefined) for (const name of changed) savedAt.current.set(name, answer.revision)
    await settled(edited, sent, part)
  }

  const tellRefusal = (error: unknown, said = sentences): boolean => {
    if (error instanceof ApiError && error.conflict) {
      setConflict(error.conflict)
      return true
    }
    // The page asks the user to sign in again.
    if (isSignedOut(error) && noteEnded(client)) return true
    setOutcome(tellFailure(said, error))
    const faults = fieldErrors(error, names, path => nameOfPosted(form, path))
    for (const [name, message] of faults) editor.setError(name, { message })
    return faults.length === 0
  }

  /** Saves; resolves to false if fields need attention. */
  const submit = async (left: readonly string[] = []): Promise<boolean> => {
    let sound = false
    await editor.handleSubmit(async valid => {
      try {
        await post(valid as Edited<F>, left)
        sound = true
      } catch (error) {
        sound = tellRefusal(error)
      }
    }, dismiss)()
    return sound
  }

  /** Saves only these fields; resolves to false if one of them needs attention. Other edits stay. */
  const submitPart = async (part: Part): Promise<boolean> => {
    setSavingPart(true)
    try {
      if (!(await editor.trigger([...part.fields]))) {
        dismiss()
        return false
      }
      const shape = Object.fromEntries(part.fields.flatMap(name => (fields[name] ? [[name, fields[name]]] : [])))
      await post(z.object(shape).parse(editor.getValues()) as Edited<F>, [], part)
      return true
    } catch (error) {
      return tellRefusal(error, part.sentences)
    } finally {
      setSavingPart(false)
    }
  }

  /** Saves with the value chosen for each field in conflict, by its posted key. */
  const settle = async (chosen: Readonly<Record<string, unknown>>): Promise<boolean> => {
    if (!conflict) return true
    const left = [...(settling ?? [])]
    for (const { key, theirs } of conflict.fields) {
      const name = nameOfPosted(form, key)
      if (chosen[key] === theirs) left.push(name)
      editor.setValue(name, chosen[key], { shouldDirty: true })
    }
    revision.current = conflict.revision
    setConflict(undefined)
    setSettling(left)
    return submit(left)
  }

  const field = <N extends keyof Edited<F> & string>(name: N): Binding<Edited<F>[N]> => {
    const schema = fields[name]
    if (!schema) throw new Error(`${form.flag} has no field '${name}'`)
    const message = firstMessage(errors[name])
    const refused = query.data?.refused?.[form.flag]?.[postedName(form, name)]
    return {
      ...withRefusal(drawing(name, schema), refused),
      name,
      value: values[name],
      onChange: value =>
        editor.setValue(name, value as PathValue<FieldValues, Path<FieldValues>>, {
          shouldDirty: true,
          shouldValidate: message !== undefined || touchedFields[name] === true,
        }),
      onBlur: () => {
        // Validating again would clear the server's error.
        if (dirtyFields[name] && message === undefined) void editor.trigger(name)
      },
      error: message,
      disabled:
        readOnly ||
        typeof refused === 'string' ||
        query.data?.readOnly?.includes(postedName(form, name)) === true ||
        isSubmitting ||
        savingPart,
    }
  }

  /** Fields that features add to a shared form, by name: those the viewer may see. */
  const addedFields = (): Binding<unknown>[] =>
    // These names are not in the form's type, which knows its own feature only.
    added.filter(name => values[name as keyof Edited<F>] !== undefined).map(name => field(name as never))

  return {
    guildId,
    sentences,
    readOnly,
    /** The guild with its channels and roles, for pickers; undefined until loaded. */
    guild: query.data?.guild,
    /** Read-only values that the form shows, by name; undefined until loaded. */
    shows: (form.section === undefined ? view : view?.[form.section as keyof typeof view]) as
      | z.output<F['shows']>
      | undefined,
    /** What the response contains beside the guild; undefined until loaded. */
    beside: query.data as z.output<F['beside']> | undefined,
    /** The values being edited, for previews; the contract's defaults until `ready`. */
    values,
    field,
    added: addedFields,
    ready: loaded !== undefined && query.data !== undefined && !notShared,
    failed: query.isError && !query.data && !notShared,
    /** Why loading failed. */
    problem: query.error?.message,
    notShared,
    reload: () => void query.refetch(),
    dirty: isDirty && !readOnly && !notShared,
    saving: isSubmitting || savingPart,
    outcome,
    dismiss,
    submit: () => submit(),
    submitPart,
    /** Whether one of these fields was changed. */
    dirtyIn: (part: readonly string[]) => !readOnly && part.some(name => isMarked(dirtyFields[name])),
    /** Conflicts with what somebody else saved, until they are resolved or dismissed. */
    conflict,
    /** Whether this save has met a conflict before: somebody saved again in the meantime. */
    conflictAgain: settling !== undefined,
    /** The schema of a field in conflict, by its posted key. */
    schemaOf: (key: string) => fields[nameOfPosted(form, key)] ?? z.unknown(),
    settle,
    closeConflict: () => {
      setConflict(undefined)
      setSettling(undefined)
    },
    reset: () => {
      editor.reset(loaded, everything)
      dismiss()
    },
  }
}

/** What `SettingsPage` needs from a form, whatever its fields are. */
export type SettingsForm = Pick<
  ReturnType<typeof useSettingsForm>,
  | 'guildId'
  | 'sentences'
  | 'guild'
  | 'ready'
  | 'failed'
  | 'notShared'
  | 'reload'
  | 'dirty'
  | 'saving'
  | 'outcome'
  | 'dismiss'
  | 'submit'
  | 'reset'
  | 'readOnly'
  | 'conflict'
  | 'conflictAgain'
  | 'schemaOf'
  | 'settle'
  | 'closeConflict'
>
