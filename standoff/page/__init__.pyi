from .site.book_files import write_book as write_book
from .start import address_of as address_of, is_loopback as is_loopback, served as served
from .static_site import write_site as write_site
