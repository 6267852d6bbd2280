/** 'Admin and Configuration' as it appears in a URL of the documentation: 'admin-and-configuration'. */
export const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
