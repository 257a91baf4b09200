// The one build-time feature that the catalog uses: `import.meta.glob` of the bundler, eager form only.
interface ImportMeta {
  glob<T>(pattern: string, options: { eager: true; import?: string; query?: string }): Record<string, T>
}
