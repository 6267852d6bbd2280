import './picture.css'

/** Pictures by `<group>-<theme>`; created by `npm run screenshots`. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
const fileOf = (id: string, theme: 'dark' | 'light') => files[`./pictures/${id}-${theme}.webp`]

export const hasPicture = (id: string): boolean => fileOf(id, 'dark') !== undefined

/** A picture of the product in the reader's theme; only that one is loaded, shortly before it is visible. */
export const Picture = ({ id, alt }: { id: string; alt: string }) =>
  (['dark', 'light'] as const).map(theme => {
    const file = fileOf(id, theme)
    return (
      file !== undefined && (
        <img
          key={theme}
          className={`product-shot shot-${theme}`}
          src={file}
          alt={alt}
          width={768}
          height={432}
          loading="lazy"
          decoding="async"
        />
      )
    )
  })
