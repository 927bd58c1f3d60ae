from .escaping import (
    all_visible as all_visible,
    unfiltered as unfiltered,
    visible as visible,
    visible_output as visible_output,
)
from .explaining import (
    as_object as as_object,
    details as details,
    headline as headline,
    summary as summary,
    titles_of as titles_of,
    tree as tree,
    words_in as words_in,
)
from .faults import fault_text as fault_text, faults_text as faults_text
from .line import Piece as Piece, read_line as read_line, without_comment as without_comment
from .mails import MailLine as MailLine, is_prose as is_prose, phases_in as phases_in
from .markdown import (
    anchor as anchor,
    distinct as distinct,
    escaped as escaped,
    markdown_table as markdown_table,
    slug as slug,
)
from .messages import (
    Translator as Translator,
    catalog as catalog,
    message as message,
    order_text as order_text,
    source_text as source_text,
    translator_for as translator_for,
)
from .notation.compound import split_orders as split_orders
from .notation.exact import exact_order as exact_order
from .notation.grammar import (
    read_place as read_place,
    read_places as read_places,
    read_unit as read_unit,
    readable as readable,
)
from .notation.lexicon import lexicon_of as lexicon_of
from .notation.quoting import (
    MOST_COUNTED as MOST_COUNTED,
    MOST_QUOTED as MOST_QUOTED,
    counted as counted,
    enough as enough,
    quoted as quoted,
)
from .notation.reader import read_order as read_order
from .notation.remarks import ordered_in as ordered_in, split_remarks as split_remarks
from .notation.writer import (
    WRITTEN as WRITTEN,
    NotationError as NotationError,
    text_of as text_of,
    write_order as write_order,
    write_place as write_place,
)
from .paradoxes import Titled as Titled, named_paradoxes as named_paradoxes, paradox_title as paradox_title
from .pasted import (
    without_brackets as without_brackets,
    without_markup as without_markup,
    without_quote_marks as without_quote_marks,
)
from .reading import Line as Line, lines_of as lines_of, plain_orders as plain_orders, plain_text as plain_text
from .tables import (
    all_rules_data as all_rules_data,
    print_options as print_options,
    print_result as print_result,
    print_rulebook as print_rulebook,
    rulebook_data as rulebook_data,
)
from .templating import (
    html_file as html_file,
    html_filled as html_filled,
    markdown_filled as markdown_filled,
)
from .terminal import Terminal as Terminal
from .unit_names import (
    ordered_units as ordered_units,
    unit_of_text as unit_of_text,
    unit_place as unit_place,
    units_of_orders as units_of_orders,
)
