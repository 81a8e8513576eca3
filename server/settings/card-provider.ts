import type { PaymentProvider } from '../payment/payment-provider'
import { stripe } from '../payment/stripe/stripe'

/** The service that takes the house's card payments. Another one is a folder beside `payment/stripe`, named here. */
export const cardProvider: PaymentProvider = stripe
