/** Rows in grey while their content is loaded, so that the page does not jump when it comes; `label` says so. */
export const Skeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <i key={row} />
    ))}
  </div>
)
