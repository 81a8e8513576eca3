/**
 * How a guest stands on the way to the police: an answer is missing or wrong; the host has not looked yet; released; in a file that
 * was made; on the way by wire; refused by the portal as it stands; sent while nobody knows whether it was taken; told to the police;
 * changed after it was in a file or told; told anew after a change.
 */
export type PoliceState =
  | 'incomplete'
  | 'toReview'
  | 'enabled'
  | 'sending'
  | 'refused'
  | 'unknown'
  | 'inFile'
  | 'sent'
  | 'changed'
  | 'corrected'
