/** An answer of Discord or of the database, about whose contents nothing is certain. */
export type Raw = Readonly<Record<string, unknown>>

export const record = (value: unknown): Raw => (typeof value === 'object' && value !== null ? { ...value } : {})
export const list = (value: unknown): Raw[] => (Array.isArray(value) ? value.map(record) : [])
