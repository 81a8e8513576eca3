import type { Settings } from '../../schema/settings'

/** Whether mail is on and has user, password and sender. */
export const canSend = ({ enableSMTP2GO, smtp2goUsername, smtp2goPassword, emailSender }: Settings) =>
  enableSMTP2GO && Boolean(smtp2goUsername && smtp2goPassword && emailSender)
