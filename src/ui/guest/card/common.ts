/**
 * What the first cards share with those after them and with the host's pages, named once: whoever is loaded beside them
 * names all of it, and so it comes in one file.
 */
import 'react-dom'
import './step-form'
import '../../shared/leave'
import '../../../../schema/host-pages'
