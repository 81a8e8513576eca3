/** Rows in grey while their content is loaded, so that the page does not jump when it comes; `label` says so. */
export const Skeleton = ({ label }: { label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    <i />
    <i />
    <i />
  </div>
)
