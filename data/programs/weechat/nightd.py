# Written by nightd; nightctl programs off weechat removes it.
import os

import weechat

# WeeChat's own colours suit only dark terminals; these are the terminal's colours, which suit light and dark.
COLOURS = {
    'weechat.bar.status.color_bg': 'default',
    'weechat.bar.status.color_bg_inactive': 'default',
    'weechat.bar.title.color_bg': 'default',
    'weechat.bar.title.color_bg_inactive': 'default',
    'weechat.color.chat_highlight': 'black',
    'weechat.color.chat_highlight_bg': 'yellow',
    'weechat.color.emphasized': 'black',
    'weechat.color.emphasized_bg': 'yellow',
    'weechat.color.chat_nick_self': 'default',
    'weechat.color.chat_prefix_suffix': 'blue',
    'weechat.color.separator': 'blue',
    'weechat.color.status_name': 'default',
    'buflist.format.buffer_current': '${format_number}${indent}${color:reverse}${name}',
}


def value(option):
    return weechat.config_string(option)


def apply():
    for name, colour in COLOURS.items():
        option = weechat.config_get(name)
        if option and value(option) != colour:
            # The user's value outlives a WeeChat that crashes.
            weechat.config_set_plugin(name, value(option))
            weechat.config_option_set(option, colour, 1)


def restore():
    for name, colour in COLOURS.items():
        option = weechat.config_get(name)
        if option and value(option) == colour and weechat.config_is_set_plugin(name):
            weechat.config_option_set(option, weechat.config_get_plugin(name), 1)
            weechat.config_unset_plugin(name)
    return weechat.WEECHAT_RC_OK


def news(data, signal, signal_data):
    folder = weechat.info_get('weechat_data_dir', '') or weechat.info_get('weechat_dir', '')
    if not os.path.exists(os.path.join(folder, 'python', 'autoload', 'nightd.py')):
        restore()
    return weechat.WEECHAT_RC_OK


if weechat.register('nightd', 'nightd', '1', '', 'Colours for light and dark', 'restore', ''):
    apply()
    weechat.hook_signal('signal_sigusr1', 'news', '')
