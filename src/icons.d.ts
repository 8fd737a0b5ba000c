/**
 * Types of the icons that the app uses. tsconfig.json names this file in place of the library's
 * declarations, which list all 6,000 icons and cost every type check 40 MB of memory. A new icon
 * needs a line in this file. The build fails for a name that the library does not have.
 */
import type { FunctionComponent, SVGAttributes } from 'react'

export type Icon = FunctionComponent<
  Omit<SVGAttributes<SVGSVGElement>, 'stroke'> & {
    size?: string | number
    stroke?: string | number
  }
>

export declare const IconActivity: Icon
export declare const IconAlertTriangle: Icon
export declare const IconArrowBackUp: Icon
export declare const IconArrowDown: Icon
export declare const IconArrowForwardUp: Icon
export declare const IconArrowLeft: Icon
export declare const IconArrowRight: Icon
export declare const IconArrowUp: Icon
export declare const IconBell: Icon
export declare const IconBolt: Icon
export declare const IconBook: Icon
export declare const IconBookmarks: Icon
export declare const IconBrandWhatsapp: Icon
export declare const IconBriefcase: Icon
export declare const IconBuilding: Icon
export declare const IconBuildingBank: Icon
export declare const IconCalendar: Icon
export declare const IconCalendarEvent: Icon
export declare const IconCalendarUser: Icon
export declare const IconCamera: Icon
export declare const IconCash: Icon
export declare const IconCashRegister: Icon
export declare const IconChartBar: Icon
export declare const IconCheck: Icon
export declare const IconChecklist: Icon
export declare const IconChevronDown: Icon
export declare const IconChevronLeft: Icon
export declare const IconChevronRight: Icon
export declare const IconChevronsLeft: Icon
export declare const IconChevronsRight: Icon
export declare const IconCircle: Icon
export declare const IconClock: Icon
export declare const IconCoins: Icon
export declare const IconColumns3: Icon
export declare const IconCopy: Icon
export declare const IconDatabase: Icon
export declare const IconDeviceDesktop: Icon
export declare const IconDeviceFloppy: Icon
export declare const IconDiscount: Icon
export declare const IconDoor: Icon
export declare const IconDots: Icon
export declare const IconDownload: Icon
export declare const IconFileText: Icon
export declare const IconFilter: Icon
export declare const IconGripVertical: Icon
export declare const IconHelp: Icon
export declare const IconHistory: Icon
export declare const IconHome: Icon
export declare const IconKeyboard: Icon
export declare const IconLayoutSidebarRight: Icon
export declare const IconLineHeight: Icon
export declare const IconLock: Icon
export declare const IconLogout: Icon
export declare const IconMaximize: Icon
export declare const IconMenu2: Icon
export declare const IconMoon: Icon
export declare const IconMusic: Icon
export declare const IconPackage: Icon
export declare const IconPencil: Icon
export declare const IconPlus: Icon
export declare const IconPrinter: Icon
export declare const IconReceipt: Icon
export declare const IconRotateClockwise: Icon
export declare const IconSchool: Icon
export declare const IconSearch: Icon
export declare const IconSelector: Icon
export declare const IconSun: Icon
export declare const IconTag: Icon
export declare const IconTargetArrow: Icon
export declare const IconTrash: Icon
export declare const IconUpload: Icon
export declare const IconUser: Icon
export declare const IconUserPlus: Icon
export declare const IconUserShare: Icon
export declare const IconUsers: Icon
export declare const IconWallet: Icon
export declare const IconX: Icon
export declare const IconZoomIn: Icon
export declare const IconZoomOut: Icon
